import {describeSettings} from "../../loaders/config/described.js";

process.stdout.write(JSON.stringify(describeSettings()));
