import {
  of,
  type Kind,
  cream,
  butter,
  crust,
  toast,
  tomato,
  leaf,
  basil,
  cocoa,
  ink,
} from './motif-colours.ts'

// One drawing per category, cut out of flat paper, within a square of 100 round the origin.

export function plate(kind: Kind) {
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

export function slice(kind: Kind) {
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

export function burger(kind: Kind) {
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

export function dip(kind: Kind) {
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

export function fries(kind: Kind) {
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

export function cone(kind: Kind) {
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

export function eggs(kind: Kind) {
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

export function taco(kind: Kind) {
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

export function hotDog(kind: Kind) {
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
