import { expect, test } from 'vitest'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { emptyDraft, fittingTags, readDraft, type Draft } from './draft.ts'
import {
  wizardStepPath,
  nextStep,
  previousStep,
  isStep,
  leftOffStep,
  reachableStep,
  progressOf,
  stepFromQuery,
  steps,
  stepsOf,
} from './steps.ts'

const whole: Draft = {
  ...emptyDraft,
  restaurant: { placeId: 'x', name: 'X', address: 'Y' },
  categoryId: 3,
  itemName: 'Burger',
}

test('1 to 7 and 13 are asked for tags; fast food and drinks are not', () => {
  const asked = [1, 2, 3, 4, 5, 6, 7, 13]
  for (let categoryId = 1; categoryId <= 14; categoryId++)
    expect(stepsOf({ categoryId: categoryId as Draft['categoryId'] }).includes('tags')).toBe(
      asked.includes(categoryId),
    )
})

test('BACK retraces NEXT', () => {
  for (const categoryId of [3, 10, 14] as const) {
    const draft = { categoryId }
    for (const step of stepsOf(draft).slice(0, -1))
      expect(previousStep(nextStep(step, draft), draft)).toBe(step)
  }
  expect(nextStep('item', { categoryId: 10 })).toBe('yolo')
  expect(previousStep('city', whole)).toBeNull()
  expect(previousStep('login', whole)).toBe('yolo')
})

test('an address leads to its step, an odd one to the first', () => {
  for (const step of steps)
    expect(stepFromQuery(new URL(wizardStepPath(step), 'http://x').searchParams)).toBe(step)
  for (const odd of ['toString', 'banana', '']) {
    expect(stepFromQuery(new URLSearchParams({ step: odd }))).toBe('city')
    expect(isStep(odd)).toBe(false)
  }
})

test('the numbers of the steps never jump, whatever one chooses on the way', () => {
  for (const categoryId of [3, 10, 14] as const) {
    const told = stepsOf({ categoryId }).map((step) => progressOf(step, { categoryId }))
    expect(told.map((one) => one?.at)).toEqual(told.map((_, index) => index + 1))
    // The total is shown once it is certain, and doesn't change afterwards.
    const totals = told.map((one) => one?.of)
    expect(totals.slice(0, 3)).toEqual([null, null, null])
    expect(new Set(totals.slice(3))).toEqual(new Set([told.length]))
  }
  expect(progressOf('done', whole)).toBeNull()
})

test('a restaurant that is known needs no city, unless it is to be looked for', () => {
  const facts = { hasCity: false, draft: whole }
  expect(reachableStep('tags', facts)).toBe('tags')
  expect(reachableStep('category', facts)).toBe('category')
  expect(reachableStep('name', facts)).toBe('city')
})

test('no step opens before what it needs is known', () => {
  const facts = { hasCity: true, draft: whole }
  expect(reachableStep('yolo', facts)).toBe('yolo')
  expect(reachableStep('name', { ...facts, hasCity: false })).toBe('city')
  expect(reachableStep('item', { ...facts, draft: { ...whole, restaurant: null } })).toBe('name')
  expect(reachableStep('tags', { ...facts, draft: { ...whole, categoryId: null } })).toBe(
    'category',
  )
  expect(reachableStep('yolo', { ...facts, draft: { ...whole, itemName: ' ' } })).toBe('item')
  expect(reachableStep('tags', { ...facts, draft: { ...whole, categoryId: 14 } })).toBe('yolo')
  expect(reachableStep('login', facts)).toBe('login')
  expect(reachableStep('login', { ...facts, draft: emptyDraft })).toBe('name')
  const saved = { id: 1, itemName: 'B', categoryId: 3, restaurantName: 'X', citySlug: 'y' }
  for (const step of ['upload', 'done'] as const) {
    expect(reachableStep(step, facts)).toBe('yolo')
    expect(reachableStep(step, { ...facts, draft: { ...whole, saved } })).toBe(step)
    const photographed = { ...whole, saved: { ...saved, photographed: true } }
    expect(reachableStep(step, { ...facts, draft: photographed })).toBe('done')
  }
})

test('a draft goes on where it was left, not at a step that it never reached', () => {
  const at = (draft: Partial<Draft>, hasCity = true) =>
    leftOffStep({ hasCity, draft: { ...whole, ...draft } })
  for (const step of ['category', 'item', 'tags', 'yolo'] as const) expect(at({ step })).toBe(step)
  expect(at({ step: 'tags', itemName: '' })).toBe('item')
  expect(at({ step: 'name' }, false)).toBe('city')
  // A draft that was kept before steps were noted, one on its way to a log-in, and a quick one.
  expect(at({ step: null })).toBe('yolo')
  expect(at({ step: 'login' })).toBe('yolo')
  expect(at({ step: 'name', quick: true })).toBe('yolo')
  expect(at({ step: 'near', quick: true })).toBe('near')
})

test('a kept draft comes back whole; rubbish comes back empty', () => {
  const full: Draft = {
    ...whole,
    quick: true,
    step: 'near',
    photo: 'a',
    around: { latitude: 1, longitude: 2, name: 'C' },
    wanted: 'D',
    missing: {
      name: 'A',
      address: 'B',
      pin: { latitude: 1, longitude: 2, name: 'C' },
      placeId: '',
    },
    itemId: 7,
    fromMenu: true,
    tags: [35, 36],
    description: 'So\ngood',
    sent: true,
    by: 1007,
    saved: {
      id: 1,
      itemName: 'B',
      categoryId: 3,
      restaurantName: 'X',
      citySlug: 'y',
      photographed: true,
      withdrawnFrom: 0,
    },
  }
  expect(readDraft(JSON.stringify(full))).toEqual(full)
  for (const odd of [
    null,
    '',
    '{',
    '[]',
    '7',
    'null',
    '{"step":"x"}',
    '{"tags":7,"restaurant":"x","saved":[]}',
  ])
    expect(readDraft(odd)).toEqual(emptyDraft)
  expect(readDraft('{"categoryId":99,"tags":[999]}')).toEqual(emptyDraft)
})

test('the quick way leads from the photo to the menu, and BACK retraces it', () => {
  const draft = { ...whole, quick: true }
  const way = ['photo', 'near', 'menu', 'category', 'item', 'yolo'] as const
  for (const [at, step] of way.slice(0, -1).entries()) {
    expect(nextStep(step, draft)).toBe(way[at + 1])
    expect(previousStep(way[at + 1]!, draft)).toBe(step)
    expect(progressOf(step, draft)).toBeNull()
  }
  expect(previousStep('photo', draft)).toBeNull()
  // The search by name stands beside the list of what is near.
  expect([nextStep('name', draft), previousStep('name', draft)]).toEqual(['menu', 'near'])
  expect([nextStep('city', draft), previousStep('city', draft)]).toEqual(['name', 'near'])
})

test('BACK from a dish that was chosen from the menu leads there, past no step that wasn’t shown', () => {
  const draft = { ...whole, quick: true, itemId: 7, fromMenu: true }
  expect(previousStep('yolo', draft)).toBe('menu')
  // A known dish that was chosen after 'Something else', also once the log-in was shown.
  expect(previousStep('yolo', { ...draft, fromMenu: false })).toBe('item')
  expect(previousStep('yolo', { ...draft, quick: false })).toBe('tags')
})

test('the quick way asks for no city where the device said where it is', () => {
  const draft = { ...emptyDraft, quick: true }
  const around = { latitude: 1, longitude: 2, name: 'X' }
  expect(reachableStep('near', { hasCity: false, draft })).toBe('near')
  expect(reachableStep('menu', { hasCity: true, draft })).toBe('near')
  expect(reachableStep('name', { hasCity: false, draft })).toBe('city')
  expect(reachableStep('name', { hasCity: false, draft: { ...draft, around } })).toBe('name')
  expect(reachableStep('menu', { hasCity: false, draft: { ...whole, quick: true } })).toBe('menu')
})

test('tags of another category stay in the draft, and don’t fit', () => {
  const kept = readDraft(JSON.stringify({ ...whole, categoryId: 9, tags: [1, 92, 999] }))
  expect(kept.tags).toEqual([1, 92])
  expect(fittingTags(kept)).toEqual([])
  const fit = tagsOf(3)[0]!.id
  expect(fittingTags({ ...kept, categoryId: 3, tags: [fit, 92] })).toEqual([fit])
})
