import { releasePostgres } from './server.ts'

// A process of its own, started by one that ends: `node release.ts STATE_DIR`.
const [stateDir] = process.argv.slice(2)
if (stateDir) await releasePostgres(stateDir)
