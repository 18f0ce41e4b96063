import { describe, expect, it } from 'vitest'
import { samples } from '../access-samples.ts'
import { calls as allCalls } from '#app/contract.ts'
import { variantsOf } from '#platform/testing/all-variants.ts'
import { openWorld } from '#platform/testing/access-world.ts'
import { exactLookUps, literalSearches, notSearches } from './literal-text.data.ts'
import { nameOf, packed, textFieldsOf, withText, type TextField } from './text-fields.ts'

const world = await openWorld()
const reading = allCalls.filter(({ route }) => route.startsWith('GET ')).flatMap(textFieldsOf)

it('S28 every text that a call reads by is in the table of searches', () => {
  const asked = reading.map(nameOf).filter((name) => !/ (v|cursor)$/.test(name))
  const known = [...Object.keys(literalSearches), ...Object.keys(exactLookUps), ...notSearches]
  expect(asked.sort()).toEqual(known.sort())
})

const signs = ['%', '_', '\\', '%%', '_____', '%_%', "'--"]

describe.each(Object.entries(literalSearches))('S28 %s', (_name, search) => {
  // The second name would match if the sign were a wildcard.
  it.each([
    ['%', 'Gr%k', 'Grand oak'],
    ['_', 'G___t', 'Great'],
    ['\\', 'Gr\\%k', 'Grand oak'],
    ['a quote', "' or '1'='1", 'Grand oak'],
  ])('S28 takes %s as it is', async (_sign, typed, other) => {
    expect(await search(world, typed, [typed, other])).toEqual([typed])
    expect(await search(world, typed, [other])).not.toContain(other)
  })

  it.each(variantsOf(signs, 3))('S28 finds not everything by %s', async (typed) => {
    // A wildcard would match both names. '!!!!!' would also match if special characters were ignored.
    const names = ['Juice', '!!!!!']
    const found = await search(world, typed, names)
    expect(found.filter((name) => names.includes(name))).toEqual([])
  })
})

describe.each(Object.entries(exactLookUps))('S28 %s', (name, known) => {
  const field = reading.find((one) => nameOf(one) === name)!
  const ask = async (value: string) => {
    // If this is the call's only key, don't create a sample input, because that may delete what the text names.
    const keys = Object.keys(field.call.input.shape as object).filter((key) => key !== 'v')
    const alone = keys.length === 1
    const input = alone ? {} : await samples[field.call.route]!.input(world)
    // Some calls take one of several IDs, so send only this one.
    const {
      placeId: _one,
      restaurantId: _other,
      name: _third,
      ...rest
    } = input as Record<string, unknown>
    const sent = withText(rest, field.path, value)
    const { status, body } = await world.send(field.call, sent, null)
    return { status, body }
  }

  it('S28 finds by the whole of it alone, whatever stands for a letter', async () => {
    const whole = await known(world)
    const nothing = await ask('nothing-that-is-there')
    expect(await ask(whole)).not.toEqual(nothing)
    const [middle, half] = [whole.length - 3, whole.slice(0, -3)]
    for (const value of [
      `${whole.slice(0, middle)}_${whole.slice(middle + 1)}`,
      `${whole.slice(0, 2)}%${whole.slice(-2)}`,
      `%${whole.slice(-3)}`,
      `${half}\\${whole.slice(-3)}`,
      `${half}' or '1'='1`,
      '%',
      '_'.repeat(whole.length),
    ])
      expect(await ask(value), value).toEqual(nothing)
  })
})

describe('S28 SQL in a text is text', () => {
  /** Texts that, run as SQL, would end a string, a comment or a number, sleep, or raise an error. */
  const hostile = [
    `'`,
    `\\'; select 1 --`,
    `1 or 1=1`,
    `1; drop table users cascade; --`,
    `' union select null, null, null --`,
    `'||(select pg_sleep(30))||'`,
    `$$;select pg_sleep(30);$$`,
    `1) or pg_sleep(30) is null --`,
    `{1,"2'}`,
    `:*&|!()<->'`,
    `$1`,
  ]
  const calls = allCalls.filter(
    (call) => textFieldsOf(call).length > 0 && call.consumes !== 'multipart/form-data',
  )

  async function sendAll(fields: TextField[], route: string) {
    const { access } = fields[0]!.call
    for (const field of fields)
      for (const text of packed(hostile, field)) {
        const as =
          access === 'anyone' ? null : await world.actor(access === 'member' ? 'member' : '514')
        const input = await samples[route]!.input(world)
        const sent = withText(input, field.path, text.slice(0, field.max))
        const answer = await world.send(field.call, sent, as)
        // A query that slept would exceed the statement timeout and return a 503.
        expect(answer.status, `${nameOf(field)}: ${text}: ${answer.text}`).toBeLessThan(500)
        expect(answer.text, nameOf(field)).not.toMatch(/syntax error|sqlstate|relation "/i)
      }
  }

  it.each(calls.map((call) => [call.route, call] as const))('S28 %s', async (route, call) => {
    await sendAll(textFieldsOf(call), route)
    const { status } = await world.app.get(`/api/users/${world.owner.id}`)
    expect(status).toBe(200)
  })
})
