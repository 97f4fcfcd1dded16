export default function B() {
  return null;
}
