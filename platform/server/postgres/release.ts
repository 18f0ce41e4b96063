import { stopPostgresIfUnused } from './server.ts'

// Runs as a separate process, started by one that exits: `node release.ts STATE_DIR`.
const [stateDir] = process.argv.slice(2)
if (stateDir) await stopPostgresIfUnused(stateDir)
