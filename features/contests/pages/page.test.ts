import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { renderPage } from '#platform/testing/render-page.ts'
import { contestFacts, makeContest } from '../contests.testing.ts'

const app = await testApp()
const see = (path: string) => renderPage(app, path)

it('‘Contests’ lists them while none is open, else it leads to the open one that closes soonest', async () => {
  const { html } = await see('/contests')
  expect(html).toContain('No contest is open now.')
  expect(html).toContain('href="/contest1"')
  const admin = await app.member({ id: 514 })
  const { closesAt } = contestFacts()
  const soon = new Date(Date.parse(closesAt) - 864e5).toISOString()
  const late = await makeContest(app, admin, { title: 'Late one' })
  const first = await makeContest(app, admin, { title: 'Soon one', closesAt: soon })
  expect(await see('/contests')).toMatchObject({ status: 302, redirect: `/contests/${first}` })

  // An open contest is marked in every list of others, and one that is over asks nobody to add anything.
  for (const path of ['/contest1', `/contests/${late}`]) {
    const others = (await see(path)).html.split('id="others"')[1]!.replaceAll(/<!--.*?-->/g, '')
    expect(others, path).toMatch(/Soon one<\/a><span[^>]*>Open until [\d/]+, [\d:]+ [AP]M \w+/)
    expect(others, path).toMatch(/<\/a><span[^>]*>Over/)
  }
  const main = (page: string) => page.slice(page.indexOf('<main'), page.indexOf('</main'))
  const facts = main((await see(`/contests/${first}`)).html)
  expect(facts).toContain('href="/add-yolo"')
  expect(facts).toMatch(/<dt>Closes<\/dt><dd><time[^>]*>[\d/]+, [\d:]+ [AP]M \w+/)
  expect(main((await see('/contest1')).html)).not.toContain('href="/add-yolo"')
})

it('how to take part names the categories that count', async () => {
  const admin = await app.member({ id: 6 })
  const text = async (categories: number[]) => {
    const { html } = await see(`/contests/${await makeContest(app, admin, { categories })}`)
    return html.replaceAll(/<!--.*?-->/g, '')
  }
  const end = ' at a restaurant there: that is one entry.'
  expect(await text([])).toContain(`Save a favorite dish or drink${end}`)
  expect(await text([3, 13])).toContain(`Save a favorite burger or handheld dish${end}`)
  expect(await text([2, 3, 10])).toContain(`Save a favorite pizza, burger, or beer${end}`)
})
