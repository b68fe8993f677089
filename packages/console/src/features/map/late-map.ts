import { type ComponentType, lazy } from 'react'
import { gpuReady } from './gpu-ready.ts'
import { pageFontReady } from './page-font.ts'

/** Loads a component that draws a map, and what the map needs first. */
export const lateMap = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(async () => {
    const [canvas] = await Promise.all([load(), pageFontReady(), gpuReady()])
    return canvas
  })
