import type { ReactNode } from 'react'

/** The same dish from another kitchen: other sauces, buns, glasses. */
export type Kind = 0 | 1 | 2

// One drawing per category, cut out of flat paper, within a square of 100 round the origin.

const cream = '#fff4de'
const butter = '#f9cf55'
const crust = '#e0a04d'
const toast = '#bf7a33'
const tomato = '#dc4a2d'
const leaf = '#6fa84b'
const basil = '#34733f'
const cocoa = '#5a2f1b'
const ink = '#2b1a12'

const of = <T extends readonly string[]>(kind: Kind, ...kinds: readonly [T, T, T]): T => kinds[kind]

function plate(kind: Kind) {
  const [main, light] = of(
    kind,
    ['#f2865a', '#fbc9ac'],
    ['#a4502f', '#cf8a62'],
    ['#e9b44c', '#f7dd9a'],
  )
  return (
    <>
      <circle r="47" fill={cream} />
      <circle r="34" fill="#f3e1c0" />
      <path d="M-28 16Q-4 24 26 10M-27 22Q-2 30 24 17" stroke={basil} strokeWidth="5" fill="none" />
      <path d="M-30 2C-30-22 6-28 24-16 34-8 28 6 14 9-4 13-30 18-30 2Z" fill={main} />
      <path
        d="M-19-10Q-12-2-15 9M-7-16Q1-4-2 9M7-19Q15-8 11 6"
        stroke={light}
        strokeWidth="3"
        fill="none"
      />
      <path d="M10-27A13 13 0 0 1 32-13Z" fill={butter} />
      <path d="M13-25A10 10 0 0 1 29-15Z" fill="#fff0a8" />
    </>
  )
}

function slice(kind: Kind) {
  const [top, shine] = of(kind, [tomato, '#f08a6c'], [basil, '#6fa84b'], ['#7b4a6b', '#a87498'])
  return (
    <>
      <path d="M-37-22Q0-43 37-22L3 45Q0 50-3 45Z" fill={butter} />
      <path d="M-43-25Q0-56 43-25 47-17 38-14 0-38-38-14-47-17-43-25Z" fill={crust} />
      <path d="M-26-2Q-22 8-17 3T-9 20" stroke="#fbe39a" strokeWidth="4" fill="none" />
      <circle cx="-12" cy="-13" r="8.5" fill={top} />
      <circle cx="13" cy="-10" r="8.5" fill={top} />
      <circle cx="0" cy="15" r="8" fill={top} />
      <circle cx="-14" cy="-15" r="2" fill={shine} />
      <circle cx="11" cy="-13" r="2" fill={shine} />
      <circle cx="-2" cy="13" r="2" fill={shine} />
      <path d="M-2-24Q8-34 14-25 6-20-2-24ZM14 8Q24 4 22 13 15 16 14 8Z" fill={basil} />
    </>
  )
}

function burger(kind: Kind) {
  const [bun, shine, cheese] = of(
    kind,
    [crust, '#f3c582', '#f6b93b'],
    [toast, '#e3a968', '#fff0c2'],
    ['#8a5230', '#c08a5e', '#f08a3c'],
  )
  return (
    <>
      <path d="M-42 23H42Q44 42 30 42H-30Q-44 42-42 23Z" fill={bun} />
      <rect x="-46" y="10" width="92" height="16" rx="8" fill={cocoa} />
      <path d="M-44 3H44L20 8 10 22-2 8Z" fill={cheese} />
      <rect x="-42" y="-4" width="84" height="8" rx="4" fill={tomato} />
      <path
        d="M-48-6Q-40 4-32-4-24 4-16-4-8 4 0-4 8 4 16-4 24 4 32-4 40 4 48-6L42-13H-42Z"
        fill={leaf}
      />
      <path d="M-43-11C-43-52 43-52 43-11Z" fill={bun} />
      <path d="M-33-22C-30-33-18-38-8-39" stroke={shine} strokeWidth="5" fill="none" />
      <path
        d="M-18-26l5-2M-2-32l5 1M14-26l5 2M4-20l5-1M26-17l4 3"
        stroke={cream}
        strokeWidth="3.5"
        fill="none"
      />
    </>
  )
}

function dip(kind: Kind) {
  const [dipped, swirl] = of(
    kind,
    [tomato, '#f08a6c'],
    ['#8fb548', '#c3d98a'],
    ['#f3a530', '#fbd27a'],
  )
  return (
    <>
      <path
        d="M-12-24-30-46-40-22ZM12-24 4-49 30-42ZM25-8 48-20 46 10ZM20 18 42 24 22 44ZM-6 26 8 48-20 46ZM-24 12-26 40-47 22ZM-26-8-49-14-46 14Z"
        fill={butter}
        stroke={toast}
        strokeWidth="2"
      />
      <circle r="28" fill={cream} />
      <circle r="22" fill={dipped} />
      <path d="M-12-4Q0-14 12-5T4 10" stroke={swirl} strokeWidth="5" fill="none" />
      <path d="M-6 8Q-2 0 6 4 2 12-6 8ZM4-12Q12-14 12-6 5-4 4-12Z" fill={basil} />
    </>
  )
}

function fries(kind: Kind) {
  const [bag] = of(kind, [tomato], ['#2c8f8a'], ['#e9932b'])
  return (
    <>
      <path
        d="M-26 10-32-34M-14 10-18-44M-3 10-4-36M9 10 11-46M20 10 28-36M15 10 22-28M-20 10-24-26"
        stroke={butter}
        strokeWidth="9"
      />
      <path d="M-20 10-24-26M15 10 22-28M-3 10-4-36" stroke="#f3b23c" strokeWidth="8" />
      <path d="M-36-12Q0 10 36-12L26 42Q25 47 20 47H-20Q-25 47-26 42Z" fill={cream} />
      <path d="M-25-7-17 47H-7L-12-2ZM1 0V47H11L14-3ZM36-12 26 42Q25 46 22 47L29-9Z" fill={bag} />
    </>
  )
}

function cone(kind: Kind) {
  const [sauce, left, right] = of(
    kind,
    [cocoa, cream, '#f7dfb0'],
    ['#c93a5b', '#fff6ea', '#ffd3c4'],
    ['#a6642c', '#dff0d0', '#c3e0ad'],
  )
  return (
    <>
      <path d="M-24 4H24L3 47Q0 51-3 47Z" fill={crust} />
      <path d="M-17 18 10 32M-22 7 14 24M17 18-10 32M22 7-14 24" stroke={toast} strokeWidth="2.5" />
      <circle cx="-11" cy="-8" r="18" fill={left} />
      <circle cx="13" cy="-8" r="17" fill={right} />
      <path
        d="M-25-20A25 22 0 0 1 25-20Q26-6 18-8 16 4 11-6 4-12 0-4-4 8-9-6-26-4-25-20Z"
        fill={sauce}
      />
      <path
        d="M-14-28l5-4M2-22l6 2M12-30l-2-5M-4-36l5 1M-14-17l3 4"
        stroke="#ffd9df"
        strokeWidth="3"
      />
      <circle cx="2" cy="-44" r="6.5" fill={tomato} />
      <path d="M3-49Q6-55 12-54" stroke={basil} strokeWidth="2.5" fill="none" />
    </>
  )
}

function eggs(kind: Kind) {
  const [strip, fat] = of(kind, [tomato, '#f7b7a0'], ['#7fae4a', '#cfe3a0'], ['#9a4a2a', '#d98f68'])
  return (
    <>
      <path d="M-46 26Q-34 14-22 25T2 25 26 25 47 22" stroke={strip} strokeWidth="15" fill="none" />
      <path d="M-46 27Q-34 15-22 26T2 26 26 26 47 23" stroke={fat} strokeWidth="4.5" fill="none" />
      <path
        d="M-34-22C-28-44-2-46 14-38 34-36 44-18 34-6 30 10 8 12-6 8-26 14-42-2-34-22Z"
        fill="#fffdf6"
      />
      <circle cx="1" cy="-17" r="15" fill="#f8b62d" />
      <path d="M-8-20A10 10 0 0 1 0-27" stroke="#fde3a0" strokeWidth="4" fill="none" />
      <path d="M-20-8h.1M20-28h.1M22-6h.1M-14-32h.1" stroke={ink} strokeWidth="2.5" />
    </>
  )
}

function taco(kind: Kind) {
  const [shell, shine, spots] = of(
    kind,
    [butter, '#fde59a', toast],
    ['#f6e3bd', '#fff6e0', '#d9b57e'],
    ['#5f86a8', '#8fb0cb', '#3f617f'],
  )
  return (
    <>
      <path
        d="M-44 10C-46-10-36-12-34-20-24-18-22-34-12-30-6-42 8-40 12-32 24-36 28-22 34-20 44-12 44 0 44 10Z"
        fill={leaf}
      />
      <circle cx="-24" cy="-14" r="8" fill={tomato} />
      <circle cx="4" cy="-27" r="8" fill={tomato} />
      <circle cx="30" cy="-10" r="8" fill={tomato} />
      <path d="M-12-14l-4-14M16-16l8-12M-34 0l-6-8M38 0l4-8" stroke={cream} strokeWidth="4.5" />
      <path d="M-48 27C-48-28 48-28 48 27Q48 33 42 33H-42Q-48 33-48 27Z" fill={shell} />
      <path d="M-39 25C-36-8 14-22 30 4" stroke={shine} strokeWidth="4" fill="none" />
      <path
        d="M-22 18h.1M-6 4h.1M8 20h.1M22 8h.1M32 22h.1M-10 25h.1"
        stroke={spots}
        strokeWidth="5"
      />
    </>
  )
}

function hotDog(kind: Kind) {
  const [sauce] = of(kind, [butter], ['#8f1f14'], ['#cfe3a0'])
  return (
    <g transform="rotate(-24)">
      <rect x="-46" y="-25" width="92" height="36" rx="18" fill={toast} />
      <rect x="-52" y="-13" width="104" height="24" rx="12" fill="#c5402b" />
      <rect x="-46" y="0" width="92" height="27" rx="13.5" fill={crust} />
      <path d="M-34 18H20" stroke="#f3c582" strokeWidth="4" />
      <path
        d="M-40-4Q-34-14-28-4T-16-4-4-4 8-4 20-4 32-4 42-6"
        stroke={sauce}
        strokeWidth="6"
        fill="none"
      />
    </g>
  )
}

function wine(kind: Kind) {
  const [glass, bottle] = of(
    kind,
    ['#d2315a', '#274a37'],
    ['#f0d57c', '#7b8f3f'],
    ['#ff9d9d', '#d98c8c'],
  )
  return (
    <>
      <path
        d="M20-50H32V-28Q44-22 44-10V42Q44 47 39 47H13Q8 47 8 42V-10Q8-22 20-28Z"
        fill={bottle}
      />
      <rect x="8" y="0" width="36" height="26" fill={cream} />
      <path d="M14 8H36M14 15H28" stroke="#c9a36a" strokeWidth="3" />
      <rect x="19" y="-50" width="14" height="11" rx="2" fill="#d8a63f" />
      <path
        d="M-46-32H2C6 2-8 10-18 11V39H-8Q-4 39-4 45H-40Q-40 39-36 39H-26V11C-36 10-50 2-46-32Z"
        fill="#ffe9ec"
      />
      <path d="M-45-14H1C1 0-10 6-22 6S-45 0-45-14Z" fill={glass} />
      <path d="M-38-26Q-40-16-37-9" stroke="#fff" strokeWidth="4" fill="none" />
    </>
  )
}

function cocktail(kind: Kind) {
  const [high, deep] = of(
    kind,
    ['#ff9d5c', '#f26b5b'],
    ['#c9e27a', '#7fb84f'],
    ['#8fd3e8', '#4a9fd0'],
  )
  return (
    <>
      <circle cx="30" cy="-28" r="16" fill="#f9a13a" />
      <circle cx="30" cy="-28" r="11.5" fill="#ffd08a" />
      <path d="M30-40V-16M19-34 41-22M41-34 19-22" stroke="#f9a13a" strokeWidth="2.5" />
      <path d="M-44-30H44L4 14V38H16Q24 38 24 46H-24Q-24 38-16 38H-4V14Z" fill="#fff1ea" />
      <path d="M-30-18H30L0 13Z" fill={high} />
      <path d="M-16-4H16L0 13Z" fill={deep} />
      <path d="M-34-46 8-6" stroke="#8a4b21" strokeWidth="3" />
      <circle cx="-12" cy="-25" r="7" fill={leaf} />
      <circle cx="-1" cy="-14" r="6" fill={tomato} />
    </>
  )
}

function beer(kind: Kind) {
  const [ale, light] = of(
    kind,
    ['#f5ad2e', '#ffd070'],
    ['#6b3a1c', '#8f5630'],
    ['#d9702b', '#f09a55'],
  )
  return (
    <>
      <path
        d="M24-16H36Q46-16 46-6V18Q46 28 36 28H24"
        stroke="#fff1d0"
        strokeWidth="8"
        fill="none"
      />
      <path d="M-34-24H30V40Q30 47 23 47H-27Q-34 47-34 40Z" fill={ale} />
      <path d="M-24-8V38M-8-8V38M8-8V38M22-8V38" stroke={light} strokeWidth="5" />
      <path
        d="M-36-18C-46-22-44-36-34-36-32-48-16-50-10-43-2-52 14-50 18-42 30-46 40-34 34-24 36-16 28-12 24-16V4Q20 10 16 4V-14H-22V-4Q-26 2-30-4V-16Z"
        fill="#fffaf0"
      />
    </>
  )
}

function coffee(kind: Kind) {
  const [cup, saucer] = of(kind, ['#fffdf8', cream], ['#c9e0dc', '#e6f1ee'], ['#e2574c', '#f7c7b8'])
  return (
    <>
      <circle r="48" fill={saucer} />
      <circle r="39" fill="#efdcbd" />
      <path d="M24-24 44-44" stroke={cup} strokeWidth="12" />
      <circle r="31" fill={cup} />
      <circle r="25.5" fill="#7b4526" />
      <path d="M0 19C-20 6-18-8-9-9-4-9-1-6 0-3 1-6 4-9 9-9 18-8 20 6 0 19Z" fill="#f4dcb4" />
      <path d="M0 12C-11 4-10-3-5-3-2-3 0-1 0 1 0-1 2-3 5-3 10-3 11 4 0 12Z" fill="#a8683c" />
      <path d="M-14-12Q0-22 14-12" stroke="#f4dcb4" strokeWidth="3.5" fill="none" />
    </>
  )
}

function cooler(kind: Kind) {
  const [high, deep] = of(
    kind,
    ['#f6c33c', '#ee7f3b'],
    ['#f79bb0', '#e0557c'],
    ['#cfe58a', '#8fbf5a'],
  )
  return (
    <>
      <path d="M6-30 16-52 30-50" stroke={tomato} strokeWidth="5" fill="none" />
      <path d="M-29-30H29L22 42Q21 48 15 48H-15Q-21 48-22 42Z" fill="#fdfbea" />
      <path d="M-26-14H26L20 40Q20 43 16 43H-16Q-20 43-20 40Z" fill={high} />
      <path d="M-23 12H23L20 40Q20 43 16 43H-16Q-20 43-20 40Z" fill={deep} />
      <rect
        x="-17"
        y="-10"
        width="15"
        height="15"
        rx="3"
        fill="#fff3c4"
        transform="rotate(-14 -10 -2)"
      />
      <rect x="4" y="-4" width="14" height="14" rx="3" fill="#fff3c4" transform="rotate(18 11 3)" />
      <path d="M6-30 0 38" stroke={tomato} strokeWidth="5" opacity=".55" />
      <circle cx="-27" cy="-30" r="15" fill="#f2d02e" />
      <circle cx="-27" cy="-30" r="11" fill="#fff3a0" />
      <path d="M-27-41V-19M-37-35-17-25M-17-35-37-25" stroke="#f2d02e" strokeWidth="2.5" />
    </>
  )
}

/** `grounds`: its colour, a lighter and a deeper one. */
export type Motif = { draw: (kind: Kind) => ReactNode; grounds: readonly [string, string, string] }

export const motifs: Record<number, Motif> = {
  1: { draw: plate, grounds: ['#2f7563', '#458f7b', '#235a4c'] },
  2: { draw: slice, grounds: ['#a9281b', '#c4422f', '#861d13'] },
  3: { draw: burger, grounds: ['#f4b73c', '#f8cb6a', '#e69b1f'] },
  4: { draw: dip, grounds: ['#23928f', '#43ada8', '#19726f'] },
  5: { draw: fries, grounds: ['#7658a4', '#9277bd', '#5c4088'] },
  6: { draw: cone, grounds: ['#f4a0b2', '#f8bdc9', '#e67f98'] },
  7: { draw: eggs, grounds: ['#86bfe3', '#aad6f0', '#62a4d0'] },
  13: { draw: taco, grounds: ['#e8633a', '#f08460', '#c94b25'] },
  14: { draw: hotDog, grounds: ['#2f62c4', '#4f80dc', '#224a9c'] },
  8: { draw: wine, grounds: ['#7b2344', '#963a5c', '#5d1731'] },
  9: { draw: cocktail, grounds: ['#ae3a80', '#c75c9a', '#8b2a64'] },
  10: { draw: beer, grounds: ['#2e7a50', '#4a956b', '#205d3b'] },
  11: { draw: coffee, grounds: ['#c08b58', '#d3a97c', '#a2703f'] },
  12: { draw: cooler, grounds: ['#8fd0b8', '#b4e2d1', '#6cb99d'] },
}

/** A category that has no drawing yet gets the plate. */
export const anyMotif: Motif = { draw: plate, grounds: ['#8e7d6c', '#a89886', '#6f6052'] }
