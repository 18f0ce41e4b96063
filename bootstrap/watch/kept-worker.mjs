import { ForksPoolWorker } from 'vitest/node'

// Vitest ends a worker's process after each run. This worker reuses its process, because importing the whole app takes
// longer than most tests.
let fork

class KeptWorker extends ForksPoolWorker {
  name = 'kept'

  async start() {
    const isThere = fork && fork.exitCode === null && fork.signalCode === null
    this.isNew = !isThere
    if (isThere) this._fork = fork
    await super.start()
    fork = this._fork
  }

  send(message) {
    if (message.type === 'stop') this.answer('stopped')
    else if (message.type === 'start' && !this.isNew) this.answer('started')
    else super.send(message)
  }

  /** Emits the response that the process would have sent to a `start` or `stop` message. */
  answer(type) {
    this._fork.emit('message', { __vitest_worker_response__: true, type })
  }

  async stop() {
    fork.removeAllListeners('message')
    fork.off('error', this.emitError)
    fork.stdout?.unpipe(this.stdout)
    fork.stderr?.unpipe(this.stderr)
    this._fork = undefined
  }
}

export const reusableWorker = {
  name: 'kept',
  createPoolWorker: (options) => new KeptWorker(options),
}

export function endWorker() {
  fork?.kill('SIGKILL')
}
