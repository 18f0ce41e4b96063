import { serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { buildGazetteer } from './build.server.ts'

const built = new Uint8Array(serialize(buildGazetteer()))
parentPort?.postMessage(built, [built.buffer])
