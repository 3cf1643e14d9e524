import {limitHeap} from "./commands/heap-limits.js";
import {outliveOutputs} from "./commands/host.js";
import {main} from "./main.js";

limitHeap();
outliveOutputs(process);
process.exitCode = await main(process.argv.slice(2));
