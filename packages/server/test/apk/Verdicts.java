import com.android.apksig.ApkVerifier;
import java.io.File;
import java.io.PrintStream;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * What apksigner says of each package of a folder, one line a package: name, verdict, schemes,
 * SHA-256 of the signers' certificates. One machine judges them all: to start one for each would
 * take a second.
 */
public class Verdicts {
    public static void main(String[] args) {
        // apksig prints what it stumbles over.
        PrintStream out = System.out;
        System.setOut(System.err);
        File[] files = new File(args[0]).listFiles((folder, name) -> name.endsWith(".apk"));
        Arrays.sort(files);
        for (File file : files) {
            out.println(file.getName().replaceAll("\\.apk$", "") + "\t" + judge(file));
        }
    }

    private static String judge(File file) {
        try {
            ApkVerifier.Result result = new ApkVerifier.Builder(file).build().verify();
            if (!result.isVerified()) {
                return "REFUSED\t\t";
            }
            List<String> schemes = new ArrayList<>();
            if (result.isVerifiedUsingV1Scheme()) schemes.add("V1");
            if (result.isVerifiedUsingV2Scheme()) schemes.add("V2");
            if (result.isVerifiedUsingV3Scheme()) schemes.add("V3");
            List<String> signers = new ArrayList<>();
            for (X509Certificate certificate : result.getSignerCertificates()) {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
                signers.add(HexFormat.of().formatHex(digest));
            }
            return "VERIFIED\t" + String.join(" ", schemes) + "\t" + String.join(" ", signers);
        } catch (Exception | LinkageError e) {
            return "REFUSED\t\t";
        }
    }
}
