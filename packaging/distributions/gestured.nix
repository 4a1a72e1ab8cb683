# For nixpkgs (callPackage ./gestured.nix { src = …; }), with the tarball of make dist.
{ lib, swift, swiftpm, pkg-config, python3, libevdev, systemd, libxcb, libxkbcommon, acl, util-linux, src }:

swift.stdenv.mkDerivation {
  pname = "gestured";
  version = "0.2.0";
  inherit src;
  nativeBuildInputs = [ swift swiftpm pkg-config python3 ];
  buildInputs = [ libevdev systemd libxcb libxkbcommon ];
  GESTURED_RUNTIME = "system";
  postPatch = "patchShebangs packaging man";
  # One product at a time.
  buildPhase = ''
    for product in gestured gesturectl; do
      swift build -c release --disable-sandbox --disable-automatic-resolution --product $product
    done
  '';
  installPhase = ''
    BINARIES=$PWD/.build/release PREFIX=/usr DESTDIR=$out packaging/install
    mv $out/usr/* $out && rmdir $out/usr
    for rules in $out/lib/udev/rules.d/*.rules $out/share/gestured/haptics/*.rules; do
      substituteInPlace $rules --replace-fail /usr/bin/setfacl ${acl}/bin/setfacl
    done
    # Libraries are anywhere in the store, so programs in it can be started as well.
    substituteInPlace $out/lib/systemd/system/gestured.service --replace-fail /usr/bin/setpriv ${util-linux}/bin/setpriv \
      --replace-fail /usr/bin $out/bin --replace-fail '-/lib -/lib64 -/usr/lib -/usr/lib64' ${builtins.storeDir}
    for unit in $out/lib/systemd/user/*.service; do substituteInPlace $unit --replace-fail /usr/bin $out/bin; done
    substituteInPlace $out/lib/systemd/user/gestured-actions.service --replace-fail /bin/kill ${util-linux}/bin/kill
  '';
  # gesturectl loads them by name.
  postFixup = "patchelf --add-rpath ${lib.makeLibraryPath [ libxcb libxkbcommon ]} $out/bin/gesturectl";
  meta = {
    description = "Touch gesture recognition daemon";
    license = lib.licenses.mit;
    platforms = [ "x86_64-linux" "aarch64-linux" ];
    mainProgram = "gesturectl";
  };
}
