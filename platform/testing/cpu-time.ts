/**
 * Returns the CPU time that this process spends on `work`, in milliseconds. Time spent waiting on a busy machine
 * doesn't count.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
