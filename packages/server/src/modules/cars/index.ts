// Cars: vehicles of clients. Not here: what stations report about vehicles (transactions).
import type { Handlers } from '../../shared/handlers.ts'
import { businessEndpoints, businessSubject } from '../business-objects/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { carClass } from './car.ts'

export { carSource, visibleCars } from './list-store.ts'

export function registerCars(ctx: ModuleContext, { methods }: { methods: Methods }) {
  const cars = businessEndpoints({ ...ctx, methods }, carClass)
  return {
    handlers: {
      carList: cars.list,
      carCount: cars.count,
      carGet: cars.get,
      carSet: cars.set,
      carMethod: cars.method,
      carType: cars.type,
    } satisfies Handlers,
    subjects: [businessSubject(carClass)],
  }
}
