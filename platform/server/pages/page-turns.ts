import { createSharedTurns } from '../http/overload/shared-turns.ts'

/**
 * How many pages load their data or are rendered. The data takes about as long as one to three renderings. One of many
 * processes has three connections for lists, of which a prefix leaves one.
 */
const running = { all: 8, prefix: 2 }
/**
 * How many pages may be drawn or wait. All of them take two or three seconds. A network may ask for ten a second, so
 * that also a carrier's many readers hardly ever wait for more at once.
 */
const most = { all: 200, network: 10 }
const patience = 8_000
/** Milliseconds after which a drawing is given up: while those behind it still wait for their turn. */
export const drawingPatience = 7_000

/**
 * Lets networks take turns with the pages that they ask for. A page takes its turn before it loads its data, so that
 * nobody waits for the data of others' pages.
 */
export const pageTurns = <T>() => createSharedTurns<T>({ running, most, patience })

/**
 * Rounds of the event loop between two renderings, and milliseconds after which fewer are enough. In one round a single
 * connection is accepted, and a call that asks the database takes several; while much is refused, they are long.
 */
const pause = { rounds: 10, milliseconds: 25 }

/**
 * Returns a function that resolves when a page may be rendered, right after it. Pages are rendered one after another
 * with pauses, because a rendering holds the thread for up to 20 ms: other requests are answered in between.
 */
export function renderingPauses(): () => Promise<void> {
  let next = Promise.resolve()
  return () => {
    const turn = next
    next = turn.then(answerOthers)
    return turn
  }
}

async function answerOthers(): Promise<void> {
  // The page is rendered before the first round.
  await nextRound()
  const end = performance.now() + pause.milliseconds
  for (let n = 1; n < pause.rounds && performance.now() < end; n++) await nextRound()
}

const nextRound = () => new Promise((resolve) => void setImmediate(resolve))
