import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Answer, Job } from './encoder-process.server.ts'

const program = fileURLToPath(new URL('encoder-process.server.ts', import.meta.url))

/** The encoder ended in the midst of a picture: that took too long, or too much memory. */
export class EncoderEnded extends Error {}

type Limits = {
  /** What one picture may take, in milliseconds. */
  time: number
  /** Without work the process ends after this; the next picture starts another. */
  idle: number
}

/**
 * Draws pictures in a process that may die: what hangs or grows there is killed, and takes nothing of
 * the site along. One at a time: see in-turn.server.ts.
 */
export function encoder({ time, idle }: Limits) {
  let child: ChildProcess | null = null
  let resting: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const started = fork(program, [], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=64'],
      // One picture, one thread; two arenas keep freed memory from piling up.
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

  /** At rest it keeps no process of ours from ending; when that does, so does it. */
  function rest(): void {
    child?.unref()
    child?.channel?.unref()
    resting = setTimeout(stop, idle).unref()
  }

  return {
    pid: () => child?.pid,
    stop,
    async draw(job: Job): Promise<Answer> {
      clearTimeout(resting)
      const mine = (child ??= start())
      mine.ref()
      mine.channel?.ref()
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      const ended = () => reject(new EncoderEnded())
      mine.once('message', resolve).once('exit', ended).once('error', reject)
      const timer = setTimeout(ended, time)
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
