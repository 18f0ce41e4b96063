import { expect, it } from 'vitest'
import { attacks, wayBack } from './way-back.ts'

it.each(Object.keys(attacks) as (keyof typeof attacks)[])(
  'F14 five minutes after an attack of %s the site takes below 450 MB',
  async (attack) => {
    expect((await wayBack(attack, 300)).after).toBeLessThan(450)
  },
)
