import { expect, test } from 'vitest'
import { judged, lighthouseScores } from './lighthouse-scores.ts'

test('Lighthouse mobile gives 100 for accessibility, best practices and SEO on home, a category, a restaurant and a member', async () => {
  const byPath = await lighthouseScores()
  console.log(byPath)
  expect(Object.keys(byPath)).toHaveLength(4)
  for (const [path, { scores, failedAudits }] of Object.entries(byPath))
    for (const id of judged)
      expect(scores[id], `${id} of ${path}: ${failedAudits.join(', ')}`).toBe(100)
})
