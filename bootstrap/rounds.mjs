import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'

/** Numbers of the rounds, which are also the seeds of their random order. */
export const rounds = Array.from({ length: 10 }, (_, index) => index + 1)

/** The load average at which each round runs. Others who use the machine count too. */
const aim = 10

// Ends with this process, however that ends.
const busyLoop = 'for (const { ppid } = process; process.ppid === ppid; );'

/** Runs `work` while busy loops beside it keep the machine's load near `aim`. */
export async function underLoad(work) {
  const loops = []
  const loads = []
  const adjust = () => {
    const [load] = loadavg()
    loads.push(load)
    if (load < aim - 1) loops.push(spawn(process.execPath, ['-e', busyLoop], { stdio: 'ignore' }))
    if (load > aim + 1) loops.pop()?.kill()
  }
  adjust()
  const timer = setInterval(adjust, 15_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    for (const loop of loops) loop.kill()
    const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length
    console.log(`Load: ${mean.toFixed(1)}, at most ${Math.max(...loads).toFixed(1)}`)
  }
}
