import { Marker, type Map as Drawn } from 'maplibre-gl'
import { groupNearbySpots } from './geometry.ts'

/** A ranked dish and where it is. */
export type MapMark = {
  id: number
  place: number
  name: string
  restaurant: string
  latitude: number
  longitude: number
}

export type MarkEvents = { pick(members: MapMark[]): void }

type Shown = { marker: Marker; button: HTMLButtonElement; members: MapMark[] }

/** Marks nearer to each other than this many px become one. */
const apart = 34

/**
 * Shows marks on a map as buttons in order of rank. Dishes that lie too near to each other share one mark, and are
 * grouped again after each change of the zoom.
 */
export function createMapMarks(map: Drawn, on: MarkEvents) {
  let marks: MapMark[] = []
  let shown = new Map<string, Shown>()
  let picked: number | null = null

  const place = () => {
    const spots = marks.map((mark) => {
      const { x, y } = map.project([mark.longitude, mark.latitude])
      return { ...mark, x, y }
    })
    const before = shown
    const focused = [...before.values()].find(({ button }) => button === document.activeElement)
    const focusedId = focused?.members[0]!.id
    shown = new Map()
    for (const { members } of groupNearbySpots(spots, apart)) {
      const key = members.map(({ id }) => id).join()
      const mark = before.get(key) ?? createMark(on)
      before.delete(key)
      fillMark(mark, members, map)
      shown.set(key, mark)
    }
    for (const { marker } of before.values()) marker.remove()
    const now = [...shown.values()]
    orderByRank(now)
    // Focus stays on the same dish, even if another mark now shows it.
    if (focused && focused.button !== document.activeElement)
      now
        .find(({ members }) => members.some(({ id }) => id === focusedId))
        ?.button.focus({ preventScroll: true })
    highlight()
  }

  const highlight = () => {
    for (const { button, members } of shown.values()) {
      button.toggleAttribute(
        'data-picked',
        members.some(({ id }) => id === picked),
      )
    }
  }

  Object.assign(map.getCanvasContainer(), { role: 'group', ariaLabel: 'Dishes by rank' })
  map.on('zoomend', place)
  map.on('resize', place)
  return {
    set(next: MapMark[]) {
      marks = next
      place()
    },
    pick(id: number | null) {
      picked = id
      highlight()
    },
  }
}

function createMark(on: MarkEvents): Shown {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'map-mark'
  const mark: Shown = {
    marker: new Marker({ element: button, anchor: 'center' }),
    button,
    members: [],
  }
  button.addEventListener('click', () => on.pick(mark.members))
  return mark
}

/** Updates a mark, because a new list may rank the same dishes differently. */
function fillMark(mark: Shown, members: MapMark[], map: Drawn) {
  const { button, marker } = mark
  const { place, longitude, latitude } = members[0]!
  mark.members = members
  button.dataset.place = String(place)
  button.textContent = String(place)
  if (members.length > 1) button.dataset.more = `+${members.length - 1}`
  button.ariaLabel = nameOf(members)
  button.style.zIndex = String(1000 - place)
  marker.setLngLat([longitude, latitude])
  if (!button.isConnected) marker.addTo(map)
}

/** Puts the buttons in order of rank, so that the Tab key visits them in this order. */
function orderByRank(marks: Shown[]) {
  for (const [index, { button }] of marks.entries()) {
    const before = marks[index - 1]?.button
    if (before && before.nextElementSibling !== button) before.after(button)
  }
}

/** Returns the label for screen readers, such as '1. Juicy Lucy, Matt’s Bar'. */
function nameOf(members: MapMark[]) {
  const { place, name, restaurant } = members[0]!
  const more = members.length > 1 ? `, and ${members.length - 1} more here` : ''
  return `${place}. ${name}, ${restaurant}${more}`
}
