import { serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { buildOutlines } from './outlines-build.server.ts'

const built = new Uint8Array(serialize(buildOutlines()))
parentPort?.postMessage(built, [built.buffer])
