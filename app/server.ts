import cluster from 'node:cluster'
import { settingsOrExit } from './settings.ts'

// What `npm start` runs: the site in this process, or in as many as are asked for.
const { webProcesses, logLevel } = settingsOrExit()
if (webProcesses > 1 && cluster.isPrimary) {
  const { runProcesses } = await import('./processes.ts')
  runProcesses(webProcesses, logLevel)
} else await import('./process.ts')
