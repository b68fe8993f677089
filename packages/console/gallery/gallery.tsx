export default function Gallery() {
  return (
    <main>
      <h1>Gallery</h1>
    </main>
  )
}
