import {limitHeap} from "./commands/heap-limits.js";
import {main} from "./main.js";

limitHeap();
// A reader that ends early (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
process.exitCode = await main(process.argv.slice(2));
