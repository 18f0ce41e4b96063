// Preloaded into the site. On SIGWINCH it collects garbage and prints the memory, handles and listeners still in use.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGWINCH', () => {
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  const resources = {}
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
  console.log(`probe ${JSON.stringify({ heapUsed, external, rss, resources, listeners })}`)
})
