/**
 * Flags that limit the memory Node uses. By default V8 lets the young generation grow to 128 MiB, and the old
 * generation to four times its live data, with the first collection only at half a gigabyte. Two sites under the same
 * load for two minutes used 523 MiB without the last two flags and 338 MiB with them, for the same CPU time; an import
 * of 250,000 places used 581 MB without them and 320 MB with them.
 */
export const memoryFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=60',
  '--initial-old-space-size=96',
]

/**
 * Environment of the site's process, in which the operator's own setting wins. glibc gives each thread an arena of its
 * own and returns little of what they once held. After nine minutes of attacks the site used 552 MB, and five minutes
 * later 446; with two arenas for all threads 427 and 345.
 */
export const memoryEnvironment = {
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
}

/** Node's arguments for running the site: the flags and the program. */
export const siteArguments = [...memoryFlags, 'app/server.ts']
