import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EncoderResult, EncoderJob } from './encoder-process.server.ts'

const program = fileURLToPath(new URL('encoder-process.server.ts', import.meta.url))

/** Thrown if the encoder ended while it drew a picture, which usually needed too much memory or work. */
export class EncoderExitedError extends Error {}

/** Thrown if a picture wasn't drawn in time, which can also be because the machine is busy. */
export class EncoderTimeoutError extends Error {}

type Limits = {
  /** Maximum milliseconds of processor time for one picture. */
  work: number
  /** Maximum milliseconds by the clock for one picture. */
  time: number
  /** Milliseconds without work after which the process ends. The next picture starts a new one. */
  idle: number
}

/**
 * Draws pictures in a separate process, which can be killed without harm to the site if it hangs or grows. Callers must
 * send one picture at a time (encode.server.ts).
 */
export function createEncoder({ work, time, idle }: Limits) {
  let child: ChildProcess | null = null
  let resting: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const started = fork(program, [String(work)], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=64'],
      // One thread is enough for one picture, and two arenas keep freed memory from piling up.
      env: { ...process.env, UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const forget = () => {
      if (child === started) child = null
    }
    return started.on('exit', forget).on('error', forget)
  }

  function stop(): void {
    child?.kill('SIGKILL')
    child = null
  }

  /** Lets the site's process end while the encoder is idle. The encoder ends together with it. */
  function rest(): void {
    child?.unref()
    child?.channel?.unref()
    resting = setTimeout(stop, idle).unref()
  }

  return {
    pid: () => child?.pid,
    stop,
    async draw(job: EncoderJob): Promise<EncoderResult> {
      clearTimeout(resting)
      const mine = (child ??= start())
      mine.ref()
      mine.channel?.ref()
      const { promise, resolve, reject } = Promise.withResolvers<EncoderResult>()
      const ended = () => reject(new EncoderExitedError())
      mine.once('message', resolve).once('exit', ended).once('error', reject)
      const timer = setTimeout(() => reject(new EncoderTimeoutError()), time)
      mine.send(job, (error) => error && ended())
      try {
        return await promise
      } catch (error) {
        mine.kill('SIGKILL')
        if (child === mine) child = null
        throw error
      } finally {
        clearTimeout(timer)
        mine.off('message', resolve).off('exit', ended).off('error', reject)
        rest()
      }
    },
  }
}
