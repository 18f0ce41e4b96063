import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { accepted } from './accepted.data.ts'
import { areaNames, filesOf } from './areas.ts'

it('mutants are made of what a server runs, not of tests and texts', () => {
  const files = areaNames.flatMap((area) => filesOf(area))
  expect(files).toContain('domain/votes-that-count.ts')
  expect(files).toContain('features/contests/drawing/draw.ts')
  expect(files).not.toContain('features/yolos/wizard/use-save.ts')
  expect(files.filter((file) => /\.(test|testing|data)\.ts$|tsx$|texts\.ts$/.test(file))).toEqual(
    [],
  )
})

it('each change that is accepted unnoticed is of code that is still there', () => {
  const text = (file: string) => readFileSync(file, 'utf8').replace(/\s+/g, ' ')
  expect(accepted.filter(({ file, was }) => !text(file).includes(was))).toEqual([])
})
