export default function Home() {
  return <h1>Planet Crew</h1>;
}
