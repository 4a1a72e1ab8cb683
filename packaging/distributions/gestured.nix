# For nixpkgs (callPackage ./gestured.nix { src = …; }), with the tarball of make dist.
{ lib, swift, swiftpm, stdenv, pkg-config, python3, libevdev, systemd, libxcb, libxkbcommon, acl, src }:

swift.stdenv.mkDerivation {
  pname = "gestured";
  version = "0.2.0";
  inherit src;
  nativeBuildInputs = [ swift swiftpm pkg-config python3 ];
  buildInputs = [ libevdev systemd libxcb libxkbcommon ];
  GESTURED_RUNTIME = "system";
  # One product at a time.
  buildPhase = ''
    for product in gestured gesturectl; do
      swift build -c release --disable-sandbox --disable-automatic-resolution --product $product
    done
  '';
  installPhase = ''
    BINARIES=$PWD/.build/release PREFIX=/usr DESTDIR=$out packaging/install
    mv $out/usr/* $out && rmdir $out/usr
    substituteInPlace $out/lib/udev/rules.d/72-gestured.rules --replace-fail /usr/bin/setfacl ${acl}/bin/setfacl
    substituteInPlace $out/lib/systemd/system/gestured.service --replace-fail /usr/bin $out/bin
    for unit in $out/lib/systemd/user/*.service; do substituteInPlace $unit --replace-fail /usr/bin $out/bin; done
  '';
  meta = {
    description = "Touch gesture recognition daemon";
    license = lib.licenses.mit;
    platforms = [ "x86_64-linux" "aarch64-linux" ];
    mainProgram = "gesturectl";
  };
}
