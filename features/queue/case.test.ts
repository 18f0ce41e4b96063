import { expect, it } from 'vitest'
import { areDecidableTogether } from './case.ts'

const texts = (noun: string, remove: string, dismiss: string) => ({
  texts: {
    label: noun,
    noun,
    hiddenText: '',
    remove: { button: remove, done: '', usualReason: '' },
    dismiss: { button: dismiss, done: '', usualReason: '' },
  },
})
const report = texts('report', 'Remove', 'Dismiss')
const closed = texts('restaurant', 'Delete', 'Dismiss')
const takedown = texts('answer', 'Keep it down', 'Show it again')
const hold = texts('answer', 'Keep held', 'Release')

it('one button decides reports of any kind, but no answers among them or of another kind', () => {
  for (const some of [[report, closed], [takedown, takedown], [hold]])
    for (const decision of ['remove', 'dismiss'] as const)
      expect(areDecidableTogether(some, decision)).toBe(true)
  for (const some of [
    [report, takedown],
    [takedown, hold],
  ]) {
    expect(areDecidableTogether(some, 'dismiss')).toBe(false)
    expect(areDecidableTogether(some, 'restore')).toBe(true)
  }
})
