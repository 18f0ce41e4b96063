import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('writes numbers as they are, nothing for nothing, and quotes what would break a line', () => {
  expect(
    csvOf([
      ['Name', 'Yolos'],
      ['Ann "A" Lee, MN', -3],
      [null, undefined],
      ['two\nlines', 1.5],
    ]),
  ).toBe('"Name","Yolos"\r\n"Ann ""A"" Lee, MN",-3\r\n,\r\n"two\nlines",1.5\r\n')
})

it('S25 no text is parted where another sign than the comma parts cells', () => {
  for (const sign of [';', '\t', '|']) expect(csvOf([[`x${sign}=1+1`]])).toBe(`"x${sign}=1+1"\r\n`)
})

it('S25 no text begins as a formula would', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r'])
    expect(csvOf([[`${sign}1+1`]])).toMatch(new RegExp(`^"?'\\${sign}1`))
})
