import { Marker, type Map as Drawn } from 'maplibre-gl'
import { clustersOf } from './clusters.ts'
import type { KeepRoom } from './room.ts'

/** A ranked dish and where it is. */
export type Mark = {
  id: number
  place: number
  name: string
  restaurant: string
  latitude: number
  longitude: number
}

export type MarksOn = {
  pick(members: Mark[]): void
  light(id: number | null): void
}

type Spot = Mark & { x: number; y: number }
type Shown = { marker: Marker; button: HTMLButtonElement; members: Mark[] }

/** How near two marks may lie before they become one, in px. */
const apart = 34

/**
 * The marks of a map: real buttons, in the order of their ranks. Where some lie on one another there is one for all
 * of them; what lies together is looked at again after each change of the zoom.
 */
export function marksOn(map: Drawn, keepRoom: KeepRoom, on: MarksOn) {
  let marks: Mark[] = []
  let shown = new Map<string, Shown>()
  let lit: number | null = null
  let picked: number | null = null

  const place = () => {
    const spots = marks.map((mark): Spot => {
      const { x, y } = map.project([mark.longitude, mark.latitude])
      return { ...mark, x, y }
    })
    const next = new Map<string, Shown>()
    const held = [...shown.values()].find(({ button }) => button === document.activeElement)
    const heldId = held?.members[0]!.id
    let before: Element | null = null
    for (const { members } of clustersOf(spots, apart)) {
      const key = members.map(({ id }) => id).join()
      const one = shown.get(key) ?? made()
      fill(one, members)
      shown.delete(key)
      next.set(key, one)
      // Tab goes through them by rank.
      if (before && before.nextElementSibling !== one.button) before.after(one.button)
      before = one.button
    }
    for (const { marker } of shown.values()) marker.remove()
    shown = next
    // The keyboard stays on the dish that it was on, whichever mark that has now.
    if (held && held.button !== document.activeElement)
      [...next.values()]
        .find(({ members }) => members.some(({ id }) => id === heldId))
        ?.button.focus({ preventScroll: true })
    keepRoom(
      'marks',
      [...next.values()].map(({ members }) => ({
        at: members[0]!,
        kind: members.length > 1 ? 'several' : 'mark',
      })),
    )
    show()
  }

  const made = (): Shown => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'map-mark'
    const marker = new Marker({ element: button, anchor: 'center' })
    const one: Shown = { marker, button, members: [] }
    button.addEventListener('click', () => on.pick(one.members))
    const light = (on_: boolean) => on.light(on_ ? one.members[0]!.id : null)
    button.addEventListener('pointerenter', () => light(true))
    button.addEventListener('pointerleave', () => light(false))
    button.addEventListener('focus', () => light(true))
    button.addEventListener('blur', () => light(false))
    return one
  }

  /** Another list may rank the same dishes otherwise. */
  const fill = (one: Shown, members: Mark[]) => {
    const { button, marker } = one
    const [first] = members
    one.members = members
    button.dataset.place = String(first!.place)
    button.textContent = String(first!.place)
    if (members.length > 1) button.dataset.more = `+${members.length - 1}`
    button.ariaLabel = nameOf(members)
    button.style.zIndex = String(1000 - first!.place)
    marker.setLngLat([first!.longitude, first!.latitude])
    if (!button.isConnected) marker.addTo(map)
  }

  const show = () => {
    for (const { button, members } of shown.values()) {
      const has = (id: number | null) => id !== null && members.some((one) => one.id === id)
      button.toggleAttribute('data-lit', has(lit))
      button.toggleAttribute('data-picked', has(picked))
    }
  }

  Object.assign(map.getCanvasContainer(), { role: 'group', ariaLabel: 'Dishes by rank' })
  map.on('zoomend', place)
  map.on('resize', place)
  return {
    set(next: Mark[]) {
      marks = next
      place()
    },
    light(id: number | null) {
      lit = id
      show()
    },
    pick(id: number | null) {
      picked = id
      show()
    },
  }
}

/** As it is said: '1. Juicy Lucy, Matt’s Bar'. */
function nameOf(members: Mark[]) {
  const [first] = members
  if (members.length === 1) return `${first!.place}. ${first!.name}, ${first!.restaurant}`
  return `${first!.place}. ${first!.name}, ${first!.restaurant}, and ${members.length - 1} more here`
}
