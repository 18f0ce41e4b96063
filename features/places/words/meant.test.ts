import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { wordMeanings } from './meant.server.ts'
import { wordKinds } from './words-in-use.server.ts'

const app = await testApp()

it('each of five long words may have two wrong letters', async () => {
  const name = 'Spaghetti Mandarine Vegetarian Butterscotch Chocolate'
  await app.restaurant({ name })
  const q = encodeURIComponent('spagheto mandrina vegtariam buttrscotck choclats')
  const { body } = await app.get(`/api/search?q=${q}`)
  expect(body.restaurants).toMatchObject([{ name }])
})

it('S30 eight long words are looked up in 5,000 spellings at most', async () => {
  const words = Array.from('abcdefgh', (letter) => `${letter}qwertyuiop`)
  const lengths: number[] = []
  const recorded = app.database.withPlugin({
    transformQuery({ node }) {
      JSON.stringify(node, (_, value: unknown) => {
        if (Array.isArray(value)) lengths.push(value.length)
        return value
      })
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await wordMeanings(recorded, words).meant(words, [wordKinds.restaurants], 'twice')
  expect(Math.max(...lengths)).toBeGreaterThan(1000)
  expect(Math.max(...lengths)).toBeLessThan(5000)
})
