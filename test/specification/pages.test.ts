import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { renderPage } from '#platform/testing/render-page.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { projectFiles } from '../../bootstrap/project.mjs'
import { openSpecification } from './specification.ts'

// Point 2 of the specification: each route answers with its texts.

const { app, ann, burger, restaurant } = await openSpecification()

const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

const nowhere = 'latitude=70&longitude=-150'
const eat = ['Burgers', 'Handheld', 'Breakfast', 'Entree', 'Dessert', 'Pizza', 'Apps', 'Sides']
const login = ['Welcome Back!', 'Forgot Password?', 'Current Members - Log In']

/** The pages that the server draws, with their texts. */
const pages: [path: string, texts: string[]][] = [
  [
    '/home',
    ['Enter your desired city', 'Distance - mi', 'Add Your Favorites', 'Choose Your Category'],
  ],
  [
    '/home',
    [
      '20',
      '10',
      '5',
      '1',
      'Home',
      'My Page',
      'How it works',
      'Restaurant Search',
      'About',
      'Login',
    ],
  ],
  ['/about', ['two clicks', 'Terms of use', 'Privacy policy', 'Contact us by e-mail']],
  ['/faq', ['How it works', 'Restaurant Search', 'Tap to Upvote', 'Share Your Page']],
  ['/terms', ['Last updated August 26, 2021', '13']],
  ['/policy', ['California', '16']],
  ['/eat', [...eat, 'Home', 'Drinks']],
  ['/drinks', ['Wine', 'Mixed Drinks', 'Other Drinks', 'Coffee', 'Beer', 'Home', 'Eat']],
  ['/categories', [...eat, 'Fast Food']],
  ...categories.map(({ slug, name }): [string, string[]] => [
    `/${slug}`,
    [name === 'Entrees' || name === 'Appetizers' ? '' : name, 'Click here to filter your choices'],
  ]),
  [
    `/wine?${nowhere}`,
    ['Help everyone find the BEST by saving one of your TOP 3 here!', 'Add Favorite'],
  ],
  [
    `/burgers?${nowhere}`,
    [
      'You can be the first to help everyone find a great meal by saving you favorite here!',
      'Jucy Lucy',
    ],
  ],
  ['/burgers?latitude=44.98&longitude=-93.27', ['Jucy Lucy', 'Matt’s Bar', 'Tap to Upvote']],
  ['/search-restaurant', ['Find the best tasting menu items at this restaurant...']],
  [
    `/restaurant/${restaurant.id}`,
    ['Matt’s Bar', 'NOT FOUND', 'Jucy Lucy', 'Report as permanently closed', 'Website', 'Map'],
  ],
  [`/user/${ann.id}`, ['Ann Diner PAGE', 'FOLLOW', 'Burgers', 'Jucy Lucy']],
  [`/dish/${burger.id}`, ['Jucy Lucy', 'Rank 1 of 1']],
  ['/login', login],
  ['/loginv2', login],
  ['/user-login', login],
  ['/start', ['Almost Done!', 'Current Members - Log In', 'New Members - Join']],
  ['/signup', ['Display username', 'E-mail', 'Password', 'Confirm password', 'New Members - Join']],
  ['/forgot-password', ['E-mail', 'Send Reset Link']],
  ['/contest1', ['Los Angeles', 'Apple Watch or gift cards', '2/22/2025']],
  ['/contest2', ['Twin Cities', 'Apple Watch']],
  ['/contest_disclaimer_and_conditions', ['one favorite item', 'void where prohibited']],
]

it.each(pages)('%s: %j', async (path, texts) => {
  const { html, status } = await renderPage(app, path)
  expect(status).toBe(200)
  const text = textOf(html)
  for (const expected of texts) expect(text.toLowerCase()).toContain(expected.toLowerCase())
})

it('/ redirects to /home', async () => {
  expect((await renderPage(app, '/')).redirect).toBe('/home')
})

it.each(['/restaurant/999999', '/user/999999', '/nothing'])('%s answers 404', async (path) => {
  expect((await renderPage(app, path)).status).toBe(404)
})

describe('pages that the browser draws for members and admins', () => {
  const members = ['/my-page', '/settings', '/change-identity', '/notifications', '/notify']
  const account = ['/account', '/add-yolo', '/logout', '/verification-success', '/reset-password']
  const admins = ['/admin', '/shareholders', '/findemails', '/newMembers', '/recentYollos']
  const reports = ['/markedClosedRestaurant', '/markedItemExpired', '/restaurent?city=x']
  const details = ['/itemDetails/1?name=x', '/restaurentDetail/1?name=x']

  it.each([...members, ...account, ...admins, ...reports, ...details])('%s', async (path) => {
    const { html, status } = await renderPage(app, path)
    expect(status).toBe(200)
    expect(html).not.toContain(ann.email)
  })

  const source = projectFiles()
    .filter((file) => /^(features|platform|domain)\/.*\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => readFileSync(file, 'utf8').replaceAll('&apos;', '’'))
    .join('\n')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('\\', '')

  // Their texts stand in the code to the letter. Journeys in e2e/ see them on the screen.
  it.each([
    'Jump to Top',
    'ENTER LOCATION HERE',
    'CHANGE LOCATION',
    'Not Found!',
    'Choose Your Category',
    'Reset Password',
    'Please fill in both fields',
    'Passwords do not match',
    'Please fill in all fields and ensure passwords match.',
    'Email is required',
    'Invalid or expired token',
    'Something went wrong',
    'Network error!',
    'Network error',
    'NOTIFICATION SETTINGS',
    'You are allowed 1 name change per year. Choose wisely :)',
    'No recent activity',
    'Please log in',
    'No yolos.',
    'No items found',
    'No users found.',
    'UNFOLLOW',
    'Failed to update follow state',
    'NAME OF MENU ITEM?',
    'Tell us why you love it!',
    'Yolo added.',
    'Quota of 3 filled',
    'Save Yolo',
    'Delete Yolo',
    'Are you sure?',
    'Are you sure you want to save?',
    'Add Yolo Text',
    'Upvote Yolo',
    'Yolo Settings',
    'Close Settings',
    'Read more',
    'Read Less',
    'UPVOTED',
    'Tap to Upvote',
    'Thanks for reporting',
    "DON'T SAVE",
    'No image to upload.',
    'An error occurred',
    'Error!',
    'Apple Login error',
    'Failed to load',
    'Access denied.',
    "We're sorry, but there are no favorites saved at this restaurant yet.",
    'Error fetching restaurant information. Please try again.',
    'Current Members - Log In',
    'New Members - Join',
    'Sign in with Apple',
    'Welcome Back!',
    'Almost Done!',
    'yoloCount',
    'refCount',
    'shareCount',
  ])('%s', (text) => {
    const written = [text, text.replaceAll("'", '’'), text.replaceAll('’', "'")]
    expect(written.some((variant) => source.includes(variant))).toBe(true)
  })
})
