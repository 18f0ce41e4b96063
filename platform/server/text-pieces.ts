import { pauses } from './pauses.ts'

const smallestPiece = 16_384

/**
 * Joins texts into larger pieces, with pauses, so that writing a long file leaves other requests their turn
 * (docs/safety.md, S30).
 */
export async function* joinIntoPieces(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string, void> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length > smallestPiece) {
      yield piece
      piece = ''
      if (pauses.isDue()) await pauses.pause()
    }
  }
  yield piece
}
