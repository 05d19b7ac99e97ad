// Validates one value in a thread of its own, so that whoever waits for the answer can stop waiting.

import { parentPort, workerData } from "node:worker_threads";
import { validate } from "../../src/validation/index.ts";

const { schema, value } = workerData;
parentPort?.postMessage(validate(schema, value));
