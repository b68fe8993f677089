// The bundler wants one function of Node.js 22; this lets it run on 20 as well.
Promise.withResolvers ??= function withResolvers() {
  let resolve
  let reject
  const promise = new this((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

export const { build } = await import('tsdown')
