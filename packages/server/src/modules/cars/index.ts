// Cars: vehicles of clients and drivers, and who may charge them. Not here: the start of a session (driver), and what
// stations report about vehicles (transactions).
import type { Handlers } from '../../shared/handlers.ts'
import { businessEndpoints, businessSubject } from '../business-objects/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { carClass } from './car.ts'
import { addDriver, leaveCar, listChargeableCars, listDrivers, removeDriver } from './drivers.ts'

export { refusalOfCar } from './drivers.ts'
export { carSource, visibleCars } from './list-store.ts'

export function registerCars(ctx: ModuleContext, { methods }: { methods: Methods }) {
  const all = { ...ctx, methods }
  const cars = businessEndpoints(all, carClass)
  return {
    handlers: {
      carList: cars.list,
      carCount: cars.count,
      carGet: cars.get,
      carSet: cars.set,
      carMethod: cars.method,
      carType: cars.type,
      carDriverList: (viewer, body) => listDrivers(all, viewer, body),
      carDriverAdd: (viewer, body) => addDriver(all, viewer, body),
      carDriverDelete: (viewer, body) => removeDriver(all, viewer, body),
      driverCarList: (viewer) => listChargeableCars(all, viewer),
      driverCarLeave: (viewer, { id }) => leaveCar(all, viewer, id),
    } satisfies Handlers,
    subjects: [businessSubject(carClass)],
  }
}
