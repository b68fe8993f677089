import { useEffect, useEffectEvent, useState } from 'react'

interface Position {
  lat: number
  lng: number
}

/** The position of the phone. It is asked for only after `locate`, or if the user has allowed it before. */
export function usePosition() {
  const [position, setPosition] = useState<Position | null>(null)
  const [state, setState] = useState<'idle' | 'asking' | 'refused'>('idle')
  const locate = (): void => {
    // absent in browsers without a secure context, whatever their types say
    const geolocation = navigator.geolocation as Geolocation | null | undefined
    if (!geolocation) return setState('refused')
    setState('asking')
    geolocation.getCurrentPosition(
      ({ coords }) => {
        // about 10 m: more would only make the answers of the server differ
        setPosition({ lat: Number(coords.latitude.toFixed(4)), lng: Number(coords.longitude.toFixed(4)) })
        setState('idle')
      },
      () => setState('refused'),
      { timeout: 10_000, maximumAge: 60_000 },
    )
  }
  const locateIfAllowed = useEffectEvent(locate)
  useEffect(() => {
    void (async () => {
      const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
      if (permission?.state === 'granted') locateIfAllowed()
    })()
  }, [])
  return { position, state, locate }
}
