import { expect, test } from 'vitest'
import { screens } from '../src/areas/driver/driver-screens.ts'
import { driver } from '../src/areas/driver/screens.ts'
import { pages } from './first-files.ts'

const ofDrivers = pages.filter(({ path }) => !/^\/driver\/(c|guest)\//.test(path))

test.each(ofDrivers)(
  '$path is loaded together with all texts that its screen waits for',
  ({ path, texts }) => {
    const row = screens.find((screen) => screen.path === path.replace(/\/$/, ''))
    const own = row && 'texts' in row ? row.texts : []
    expect([...texts].sort()).toEqual(['shell', ...driver.texts, ...own].sort())
  },
)
