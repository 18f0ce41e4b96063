import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { alikeCrowds, crowds, thresholds, reporterCrowds } from './lines.data.ts'

it('docs/ranking.md publishes every line of the rule as it is', async () => {
  const page = await readFile('docs/ranking.md', 'utf8')
  for (const [name, { is, says }] of Object.entries(thresholds))
    expect(page).toContain(`| ${name} | ${is} | ${says} |`)
  for (const { words, usual, beyond } of [...crowds, ...reporterCrowds, ...alikeCrowds])
    expect(page).toContain(`| ${words} | ${usual} | ${beyond} |`)
})
