/**
 * A list from a place that the address names. Where that can't be found any more, or nothing comes after it, the list
 * is shown from its beginning (`place` null): a link grows old, the page it leads to doesn't.
 */
export async function orFromStart<Place, Answer>(
  place: Place | null,
  ask: (place: Place | null) => Promise<Answer>,
  isEmpty: (answer: Answer) => boolean,
): Promise<{ place: Place | null; answer: Answer }> {
  if (place !== null)
    try {
      const answer = await ask(place)
      if (!isEmpty(answer)) return { place, answer }
    } catch (problem) {
      if ((problem as { status?: unknown }).status !== 400) throw problem
    }
  return { place: null, answer: await ask(null) }
}
