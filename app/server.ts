import cluster from 'node:cluster'
import { settingsOrExit } from './settings.ts'

// Entry point of `npm start`: runs the site in this process, or in WEB_PROCESSES processes.
const { webProcesses, logLevel } = settingsOrExit()
if (webProcesses > 1 && cluster.isPrimary) {
  const { runProcesses } = await import('./processes.ts')
  runProcesses(webProcesses, logLevel)
} else await import('./process.ts')
