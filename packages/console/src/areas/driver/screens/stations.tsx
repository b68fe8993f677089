import { lazy, Suspense } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'

const loadFind = () => import('./find.tsx')
const loadPlace = () => import('../parts/one-place.tsx')
const Find = lazy(loadFind)
const OnePlace = lazy(async () => ({ default: (await loadPlace()).OnePlace }))

/** Loads the list or the page of a place before it is shown. */
export async function loader({ params: { param1 } }: LoaderFunctionArgs): Promise<null> {
  await (param1 === undefined ? loadFind() : loadPlace())
  return null
}

/** The list of places without an id, otherwise one place. */
export default function Stations() {
  const { param1 } = useParams()
  return <Suspense>{param1 === undefined ? <Find /> : <OnePlace id={param1} />}</Suspense>
}
