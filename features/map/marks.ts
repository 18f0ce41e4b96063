import { Marker, type Map as Drawn } from 'maplibre-gl'
import { clustersOf, type Cluster } from './clusters.ts'
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
    let before: Element | null = null
    for (const cluster of clustersOf(spots, apart)) {
      const key = cluster.members.map(({ id }) => id).join()
      const one = shown.get(key) ?? made(cluster)
      shown.delete(key)
      next.set(key, one)
      // Tab goes through them by rank.
      if (before && before.nextElementSibling !== one.button) before.after(one.button)
      before = one.button
    }
    for (const { marker } of shown.values()) marker.remove()
    shown = next
    keepRoom(
      'marks',
      [...next.values()].map(({ members }) => ({
        at: members[0]!,
        kind: members.length > 1 ? 'several' : 'mark',
      })),
    )
    show()
  }

  const made = ({ members }: Cluster<Spot>): Shown => {
    const [first] = members
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'map-mark'
    button.dataset.place = String(first!.place)
    button.textContent = String(first!.place)
    if (members.length > 1) button.dataset.more = `+${members.length - 1}`
    button.ariaLabel = nameOf(members)
    button.style.zIndex = String(1000 - first!.place)
    button.addEventListener('click', () => on.pick(members))
    const light = (on_: boolean) => on.light(on_ ? first!.id : null)
    button.addEventListener('pointerenter', () => light(true))
    button.addEventListener('pointerleave', () => light(false))
    button.addEventListener('focus', () => light(true))
    button.addEventListener('blur', () => light(false))
    const marker = new Marker({ element: button, anchor: 'center' })
      .setLngLat([first!.longitude, first!.latitude])
      .addTo(map)
    return { marker, button, members }
  }

  const show = () => {
    for (const { button, members } of shown.values()) {
      const has = (id: number | null) => id !== null && members.some((one) => one.id === id)
      button.toggleAttribute('data-lit', has(lit))
      button.toggleAttribute('data-picked', has(picked))
    }
  }

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
