import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { renderPage } from '#platform/testing/render-page.ts'
import { contestFacts, makeContest } from '../contests.testing.ts'

const app = await testApp()
const admin = await app.member({ id: 514 })
const see = (path: string) => renderPage(app, path)

it('‘Contests’ lists them while none is open, else it leads to the open one that closes soonest', async () => {
  const { html } = await see('/contests')
  expect(html).toContain('No contest is open now.')
  expect(html).toContain('href="/contest1"')
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

it('a contest that isn’t open yet says from when on what is saved counts, and invites nobody to save', async () => {
  await app.restaurant()
  app.clock.set(new Date('2030-01-01T12:00:00Z'))
  const admin = await app.member({ id: 6 })
  const opensAt = '2030-02-01T15:00:00.000Z'
  const [closesAt, drawsAt] = ['2030-03-01T15:00:00.000Z', '2030-03-02T15:00:00.000Z']
  const dates = { opensAt, closesAt, drawsAt }
  const id = await makeContest(app, admin, dates)
  const text = async (path: string) => {
    const { html } = await see(path)
    return html.slice(html.indexOf('<main'), html.indexOf('</main')).replaceAll(/<!--.*?-->/g, '')
  }
  const opening = '2/1/2030, 9:00 AM CST'
  const coming = await text(`/contests/${id}`)
  expect(coming).toContain(`it opens on ${opening}. Only what is saved from then on counts.`)
  expect(coming).toContain(`<dt>Opens</dt><dd><time dateTime="${opensAt}">${opening}</time>`)
  expect(coming).toContain('Once it is open, save a favorite dish')
  expect(coming).not.toContain('/add-yolo')
  expect(await text('/contest1')).toContain(`Opens ${opening}`)

  app.clock.set(new Date(opensAt))
  const open = await text(`/contests/${id}`)
  expect(open).toContain(`<dt>Opened</dt><dd><time dateTime="${opensAt}">${opening}</time>`)
  expect(open).toContain('Only what is saved since the opening counts: older favorites don’t.')
  expect(open).not.toContain('Not open yet')
  expect(open).toContain('href="/add-yolo"')

  // One that was to open before it was made opened when it was made, since entries count from then on.
  app.clock.set(new Date('2030-02-10T18:30:00Z'))
  const made = await makeContest(app, await app.member({ id: 7 }), dates)
  expect(await text(`/contests/${made}`)).toMatch(
    /<dt>Opened<\/dt><dd><time[^>]*>2\/10\/2030, 12:30 PM CST/,
  )
  app.clock.set(null)
})

it('how to take part names the categories that count', async () => {
  const text = async (categories: number[]) => {
    const { html } = await see(`/contests/${await makeContest(app, admin, { categories })}`)
    return html.replaceAll(/<!--.*?-->/g, '')
  }
  const end = ' at a restaurant there: that is one entry.'
  expect(await text([])).toContain(`Save a favorite dish or drink${end}`)
  expect(await text([3, 13])).toContain(`Save a favorite burger or handheld dish${end}`)
  expect(await text([2, 3, 10])).toContain(`Save a favorite pizza, burger, or beer${end}`)
})
