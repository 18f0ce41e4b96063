import { expect, test } from 'vitest'
import { errorText } from './jobs.ts'

test('an error of the job runner is told by its message, also as a plain object', () => {
  const gone = new Error('The connection is gone.')
  expect(errorText(gone)).toBe('The connection is gone.')
  expect(errorText({ message: gone.message, queue: 'mail' })).toBe('The connection is gone.')
  expect(errorText('gone')).toBe('gone')
})
