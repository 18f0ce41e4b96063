// Preloaded into the site. On SIGUSR2 it prints the longest time that the main thread worked between two turns of a
// timer, in milliseconds of CPU time, so that what other programs take of the machine isn't counted.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let last = spent()
  let longest = 0
  const turn = () => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
  }
  setInterval(turn, 2).unref()
  process.on('SIGUSR2', () => {
    turn()
    console.log(`held ${longest.toFixed(1)}`)
    longest = 0
  })
}
