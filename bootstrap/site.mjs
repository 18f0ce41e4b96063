/**
 * Flags that limit the memory Node uses. By default V8 lets the young generation grow to 128 MiB, and the old
 * generation to four times its live data, with the first collection only at half a gigabyte. Under the same load for
 * two minutes the site used 523 MiB without the last two flags and 338 MiB with them, for the same CPU time. An import
 * of 250,000 places used 581 MB without them and 320 MB with them.
 */
export const memoryFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=60',
  '--initial-old-space-size=96',
]

/**
 * Environment variables of the site's process. The operator's own setting takes precedence. By default glibc gives each
 * thread its own arena of memory, and later returns little of an arena's memory to the system. After nine minutes of
 * attacks the site used 552 MB, and five minutes later still 446 MB. With two arenas for all threads it was 427 MB and
 * 345 MB.
 */
export const memoryEnvironment = {
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
}

/** Node's arguments for running the site: the flags and the program. */
export const siteArguments = [...memoryFlags, 'app/server.ts']
