import { expect, test } from 'vitest'
import { judged, lighthouseScores } from './lighthouse.mjs'

test('Lighthouse mobile gives 100 for accessibility, best practices and SEO on home, a category, a restaurant and a member', async () => {
  const scores = await lighthouseScores()
  console.log(scores)
  expect(Object.keys(scores)).toHaveLength(4)
  for (const [path, score] of Object.entries(scores))
    for (const id of judged)
      expect(score[id], `${id} of ${path}: ${score.wanting.join(', ')}`).toBe(100)
})
